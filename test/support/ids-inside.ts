import { idOfUuid, numberOfTenant, uuidOfId } from '../../src/domain/id-forms.ts'
import { idCodes, type IdPrefix } from '../../src/domain/ids.ts'

const quoted = /'([A-Z]{1,4}\.?[0-9A-HJKMNP-TV-Z]{26})'/g

/** Ids that a test wrote into its SQL, as they are stored; a tenant's is a number. */
export const withIdsInside = (sql: string): string =>
  sql.replaceAll(quoted, (text, id: string) => {
    const number = id.startsWith('TN') ? numberOfTenant(id) : undefined
    if (number !== undefined) return String(number)
    const uuid = uuidOfId(id)
    return uuid === undefined ? text : `'${uuid}'`
  })

const codeOf = (prefix: IdPrefix) => idCodes[prefix].toString(16).padStart(2, '0')

/** The same as text. */
export const idOfNth = (prefix: IdPrefix, n: number): string =>
  idOfUuid(`${n.toString(16).padStart(22, '0')}${codeOf(prefix)}00000000`)

/** An id made in SQL, in the order of `n`. */
export const nthId = (prefix: IdPrefix, n = 'n'): string =>
  `(lpad(to_hex(${n}), 22, '0') || '${codeOf(prefix)}00000000')::uuid`

/** The n-th id of the same kind and moment as another. */
export const besideId = (id: string, n = 'n'): string =>
  `(left(${id}::text, -8) || lpad(to_hex(${n}), 8, '0'))::uuid`

/** The same of a journal row, which keeps its last bits for what is within. */
export const besideJournalId = (id: string, n = 'n'): string =>
  `(left(${id}::text, -8) || lpad(to_hex(${n}), 4, '0') || '0000')::uuid`
