import { mainStatuses, type MainStatus } from '../domain/invoices/invoice.ts'
import type { Reach } from '../domain/access/scope.ts'

/**
 * The condition for the rows that a scope sees, in SQL: once for the policies, with settings of the
 * transaction, and once for each statement, with values.
 */

/** How the values are named there, and what is selected by them. */
export interface Named {
  readonly tenant: string
  readonly client: string
  readonly debtor: string
  readonly holder: string
  /** Whether the client that the column names is assigned to the holder. */
  assigned(column: string): string
  /** The invoices of the debtor, as far as a debtor knows of them. */
  readonly claims: string
}

const draft: readonly MainStatus[] = ['CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING']

export const isOneOf = (column: string, words: readonly string[]) =>
  `${column} = any (array[${words.map((word) => `'${word}'`).join(', ')}])`

/** Statuses of an invoice that its debtor knows of. */
export const issuedStatuses: readonly MainStatus[] = mainStatuses.filter(
  (status) => !draft.includes(status),
)

export const issued = isOneOf('main_status', issuedStatuses)

export type Condition = (named: Named) => string

/** Whose rows they are, as the table says it. */
export interface Owned {
  /** The column that binds a row to one client, for callers that are bound to one. */
  clientColumn?: 'client_id' | 'id'
  /** The column that binds a row to one debtor; without it a debtor sees nothing of the table. */
  debtorColumn?: 'debtor_id' | 'id'
  /** Which of its own rows a debtor may see, if not all of them. */
  debtorSees?: Condition
  /** Which of its own rows a client may see, if not all of them. */
  clientSees?: Condition
  /** What a caller with assigned clients sees, if it is more than the rows of these clients. */
  holderSees?: Condition
  /** Rows that the platform needs in every call: visible in the whole tenant to every caller. */
  shared?: true
}

const setting = (name: string, type: string) =>
  `nullif(current_setting('app.${name}', true), '')::${type}`

const tenant = setting('tenant_id', 'int')

/**
 * Behind functions, which are asked only by whom they are about: a statement of anybody else plans
 * and opens none of the tables behind them. Migrations write them. The lines
 * are broken as PostgreSQL gives them back, so that the ORM sees no difference.
 */
export const bySettings: Named = {
  tenant,
  client: setting('client_id', 'uuid'),
  debtor: setting('debtor_id', 'uuid'),
  holder: setting('holder_id', 'uuid'),
  assigned: (column) => `${column} in (\nselect c.c from assigned_clients() c(c))`,
  claims: `\nselect c.c from known_claims() c(c)`,
}

export const ofTenant = `tenant_id = ${tenant}`

type Values = Pick<Named, 'tenant' | 'debtor' | 'holder'>

/** The groups that a person is a member of. */
export const groupsOf = ({ tenant, holder }: Values) =>
  `\nselect m.user_group_id from user_group_member m` +
  ` where m.tenant_id = ${tenant} and m.user_id = ${holder}`

/** Until an invoice is issued it is between its client and the tenant. */
export const knownClaims = ({ tenant, debtor }: Values) =>
  `select i.id from invoice i where i.tenant_id = ${tenant} and i.debtor_id = ${debtor}` +
  ` and i.${issued}`

/** What binds somebody of this reach; undefined where nothing does. `of` says which table, where several are joined. */
export function boundBy(owned: Owned, reach: Reach, named: Named, of = ''): string | undefined {
  const { clientColumn, debtorColumn, debtorSees, clientSees, holderSees, shared } = owned
  if (reach === '' || shared === true) return undefined
  if (reach === 'debtor') {
    if (debtorColumn === undefined) return 'false'
    const own = `${of}${debtorColumn} = ${named.debtor}`
    return debtorSees === undefined ? own : `${own} and ${debtorSees(named)}`
  }
  if ((reach === 'set' || reach === 'few') && holderSees !== undefined) return holderSees(named)
  if (clientColumn === undefined) return undefined
  if (reach === 'none') return 'false'
  if (reach === 'one') {
    const own = `${of}${clientColumn} = ${named.client}`
    return clientSees === undefined ? own : `${own} and ${clientSees(named)}`
  }
  const column = `${of}${clientColumn}`
  return reach === 'few' ? isAssigned(named, column) : `(${named.assigned(column)}) is true`
}

/** Asked of one row by itself. */
export const isAssigned = ({ tenant, holder }: Values, column: string) =>
  `is_assigned(${tenant}, ${holder}, ${column})`

/** By `case`, of which the planner expects half of the rows, and which asks no further than it has to. */
export function policyOf(owned: Owned): string {
  if (owned.shared === true) return ofTenant
  const bound = (reach: Reach) => {
    const condition = boundBy(owned, reach, bySettings) ?? 'true'
    return condition === 'false' ? '' : ` when '${reach}' then ${condition}`
  }
  const reaches = (['', 'one', 'few', 'set', 'debtor', 'none'] as const).map(bound)
  const asked = `coalesce(current_setting('app.scope', true), '')`
  return `${ofTenant} and case ${asked}${reaches.join('')} else false end`
}
