/** Who can be assigned a client; the members of a group have the clients of the group. */
export const holderTypes = ['USER', 'SERVICE_ACCOUNT', 'USER_GROUP'] as const
export type HolderType = (typeof holderTypes)[number]

/** Why a user has a client. */
export const accessReasons = ['ASSIGNMENT', 'HANDLER', 'CLIENT_GROUP'] as const
