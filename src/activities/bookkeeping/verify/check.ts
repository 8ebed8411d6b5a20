/** Something that must hold of a tenant's live data: its query finds whatever breaks it. */
export interface Check {
  name: string
  promise: string
  /** Asks with the tenant as $1, and tells of each breach: `subject` and `found`. */
  sql: string
}
