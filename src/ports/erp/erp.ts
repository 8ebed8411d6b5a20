/** One thing that a business system is to know: an invoice, a voucher. */
export interface ErpMessage {
  /** Whose it is: what one tenant hands over never meets what another does. */
  tenantId: string
  kind: 'INVOICE' | 'VOUCHER'
  /** The same thing sent twice has the same key. */
  key: string
  body: unknown
}

/** A way to hand things to a business system: into a folder, or to an address. */
export interface ErpPort {
  send(target: string, message: ErpMessage): Promise<void>
}

export type ErpPorts = Readonly<Record<'FILE' | 'WEBHOOK', ErpPort>>
