/** What a verb returns instead of its effect while it waits for a second person. */
export class Pending {
  readonly internalRequestId: string
  readonly expiresAt: Date

  constructor({ id, expiresAt }: { id: string; expiresAt: Date }) {
    this.internalRequestId = id
    this.expiresAt = expiresAt
  }
}
