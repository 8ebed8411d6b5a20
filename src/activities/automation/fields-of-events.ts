import type { EntitySchema } from '@mikro-orm/core'
import type { ConditionField, FieldKind } from '../../domain/automation/conditions.ts'
import { targetTypes, type TargetType } from '../../domain/system/target.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { entities } from '../../entities/all.ts'
import { families, receives } from '../../entities/events.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { columnOf } from '../../kernel/read/columns.ts'
import { partOf, type Field } from '../../kernel/read/view.ts'
import { ofTheTenantAlone } from '../system/target-of.ts'
import { targetsOf } from './targets.ts'

type Row = Record<string, unknown>

interface Readable {
  /** Before its fields, as `invoice.balance`. */
  word: string
  entity: EntitySchema<Row>
  fields: readonly string[]
  show: (row: Row) => Row
}

const readable = <E extends object>(
  word: string,
  entity: EntitySchema<E>,
  fields: readonly Field<E>[],
): Readable => ({
  word,
  entity: entity as unknown as EntitySchema<Row>,
  fields,
  show: partOf(entity, fields).show as unknown as Readable['show'],
})

/** What conditions may ask of the thing itself, as it is when they are judged. */
export const readables: Readonly<Record<TargetType, Readable>> = {
  INVOICE: readable('invoice', Invoice, [
    'invoiceNumber',
    'type',
    'productCode',
    'mainStatus',
    'financingStatus',
    'invoiceDate',
    'expireDate',
    'dueDate',
    'bookedDate',
    'invoiceCurrency',
    'baseCurrency',
    'netAmount',
    'vatAmount',
    'grossAmount',
    'balance',
    'paidAmount',
    'creditedAmount',
    'reasonCodes',
    'debtorId',
  ]),
  CLIENT: readable('client', Client, ['name', 'status', 'countryCode', 'preferredLanguage']),
  DEBTOR: readable('debtor', Debtor, [
    'customerNumber',
    'name',
    'type',
    'countryCode',
    'currency',
    'balance',
    'reminderProfileId',
  ]),
  SYSTEM_DEBTOR: readable('systemDebtor', SystemDebtor, ['name', 'type', 'status', 'countryCode']),
  BUSINESS_LOAN: readable('businessLoan', BusinessLoan, [
    'loanNumber',
    'status',
    'currency',
    'amountApplied',
    'outstandingPrincipal',
    'maturityDate',
  ]),
}

const kinds: Readonly<Record<string, FieldKind>> = {
  amount: 'NUMBER',
  exact: 'NUMBER',
  number: 'NUMBER',
  flag: 'FLAG',
  day: 'DAY',
  instant: 'INSTANT',
  list: 'LIST',
  enum: 'WORD',
}

function fieldOf(entity: EntitySchema<Row>, column: string, word = ''): ConditionField {
  const { form } = columnOf(entity, column)
  return {
    name: word + column,
    kind: kinds[form.form] ?? 'TEXT',
    ...(form.form === 'enum' && { values: form.values }),
  }
}

const own: readonly ConditionField[] = ['event', 'subjectType', 'subjectId', 'clientId'].map(
  (name) => ({ name, kind: 'TEXT' }),
)

const tableNamed = (table: string) =>
  entities.find(({ meta }) => meta.tableName === table) as unknown as EntitySchema<Row>

/** What the events of a family happen to, where it is not a part of that. */
export const subjectOf = (type: string): string =>
  tableNamed(families.get(type)!.table).meta.className

/** Who reads, and whether they are people of a client or a debtor. */
export interface Reader {
  has(right: string): boolean
  isBound: boolean
}

/**
 * What conditions on events of a family may be about: what the events say themselves, and of what
 * they are about that which its reader may see.
 */
export function fieldsOf(type: string, reader: Reader): ReadonlyMap<string, ConditionField> {
  const { table, shows = [] } = families.get(type)!
  const said = shows.map((name) => ({ ...fieldOf(tableNamed(table), name), changes: name }))
  const read = targetsOf(type)
    .filter(
      (target) => receives(reader, target) && !(reader.isBound && ofTheTenantAlone.has(target)),
    )
    .flatMap((target) => {
      const { word, entity, fields } = readables[target]
      const isSubject = entity.meta.tableName === table
      return fields.map((name) => ({
        ...fieldOf(entity, name, `${word}.`),
        ...(isSubject && { changes: name }),
      }))
    })
  return new Map([...own, ...said, ...read].map((field) => [field.name, field]))
}

/** The things whose fields a condition asks for. */
export const askedOf = (fields: readonly string[]): TargetType[] =>
  targetTypes.filter((type) => fields.some((name) => name.startsWith(`${readables[type].word}.`)))
