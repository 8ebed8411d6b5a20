/** Something that must hold of a tenant's live data. */
export interface Promised {
  name: string
  promise: string
}

export interface Check extends Promised {
  /** Finds whatever breaks it. Asks with the tenant as $1, and tells of each breach: `subject` and `found`. */
  sql: string
}
