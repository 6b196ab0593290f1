/* UPC 1.3, 7.7.3: operations that only atomics have. upc_types.h has the others, and upc_collective.h the bits between. */
#ifndef ISTHMUS_UPC_ATOMIC_OPERATIONS_H
#define ISTHMUS_UPC_ATOMIC_OPERATIONS_H
#define UPC_SUB (1ul << 11)
#define UPC_GET (1ul << 12)
#define UPC_SET (1ul << 13)
#define UPC_CSWAP (1ul << 14)
#define UPC_INC (1ul << 15)
#define UPC_DEC (1ul << 16)
#endif
