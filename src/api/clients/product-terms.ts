import { agreedTerms } from '../../domain/clients/product.ts'

/** The terms of a client's product. */
export const termFields = ['id', 'clientId', 'productCode', ...agreedTerms, 'versioned'] as const
