//! Requests to the system.

mod pages;
