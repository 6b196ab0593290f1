/* UPC 1.3, 7.3.3: operations that only reductions have. */
#ifndef ISTHMUS_UPC_COLLECTIVE_OPERATIONS_H
#define ISTHMUS_UPC_COLLECTIVE_OPERATIONS_H
#define UPC_FUNC (1ul << 9)
#define UPC_NONCOMM_FUNC (1ul << 10)
#endif
