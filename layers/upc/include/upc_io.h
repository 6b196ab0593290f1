/* UPC 1.3, part 3: parallel files. They are optional, and Isthmus does not have them. */
#error UPC-IO (upc_io.h) is not part of Isthmus: let each thread read and write its part of the file with pread and pwrite, or use MPI-IO
