/** What a verb gives in place of its effect where a second person has to ask for the same first. */
export class Pending {
  readonly internalRequestId: string
  readonly expiresAt: Date

  constructor({ id, expiresAt }: { id: string; expiresAt: Date }) {
    this.internalRequestId = id
    this.expiresAt = expiresAt
  }
}
