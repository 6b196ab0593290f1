/* A stand-in for the header of the driver, of which nothing is needed. */
