#![no_main]

polymod_fuzz::program!(polymod_fuzz::integers::integer_polynomials);
