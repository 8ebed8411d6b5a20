/** A condition that must hold in a tenant's live data. */
export interface Promised {
  name: string
  promise: string
}

export interface Check extends Promised {
  /**
   * SQL that finds every breach, with the tenant as $1, and as the owner of a book as $2; it
   * selects `subject` and `found`.
   */
  sql: string
}
