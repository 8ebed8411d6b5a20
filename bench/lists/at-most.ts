/** How many rows a tenant has of a table at most, and how many of them are one client's, and why. */
export interface Most {
  rows: number
  why: string
  ofClient?: number
}

/** Tables that do not come to a million rows in any tenant; they are read at their most. */
export const atMost: Readonly<Record<string, Most>> = {
  user_account: { rows: 20_000, why: 'each is a person, of the tenant or of a client' },
  user_group: { rows: 1_000, why: 'somebody makes each by hand' },
  role: { rows: 1_000, why: 'somebody makes each by hand' },
  service_account: { rows: 20_000, why: 'each is a system, of the tenant or of a client' },
  client_access: { rows: 20_000, why: 'people are assigned to clients' },
  webhook: { rows: 20_000, why: 'each is a system that listens, of the tenant or of a client' },
  reason_code: { rows: 1_000, why: 'somebody makes each by hand' },
  email_recipient: { rows: 20_000, ofClient: 5, why: 'a client has a few' },
  debtor_subtype: { rows: 1_000, why: 'somebody makes each by hand' },
  credit_decision_status: { rows: 1_000, why: 'somebody makes each by hand' },
  factoring_country: { rows: 200, why: 'there are no more countries' },
  label: { rows: 1_000, why: 'somebody makes each by hand' },
  schedule: { rows: 500, why: 'a tenant may have no more' },
  erp_type: { rows: 1_000, why: 'each is a program that is sold' },
  erp: { rows: 1_000, why: 'somebody sets up each' },
  client: { rows: 100_000, why: 'each is a business that somebody signed a contract with' },
  client_product: { rows: 200_000, ofClient: 10, why: 'a client has one of each product' },
  client_account: {
    rows: 200_000,
    ofClient: 10,
    why: 'a client has one of each type and currency',
  },
  credit_status: {
    rows: 200_000,
    ofClient: 10,
    why: 'a client has one of each currency and product',
  },
}
