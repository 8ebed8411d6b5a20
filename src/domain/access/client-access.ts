/** To whom a client can be assigned; what a group has, each of its members has. */
export const holderTypes = ['USER', 'SERVICE_ACCOUNT', 'USER_GROUP'] as const
export type HolderType = (typeof holderTypes)[number]

/** Why somebody has a client among theirs. */
export const accessReasons = ['ASSIGNMENT', 'HANDLER', 'CLIENT_GROUP'] as const
export type AccessReason = (typeof accessReasons)[number]
