export const blockScopes = ['TENANT', 'CLIENT'] as const

export const blockedProducts = ['FACTORING', 'CREDIT', 'SERVICE'] as const

export type BlockedProduct = (typeof blockedProducts)[number]
