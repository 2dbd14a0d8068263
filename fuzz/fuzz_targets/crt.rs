#![no_main]

polymod_fuzz::program!(polymod_fuzz::transforms::crt);
