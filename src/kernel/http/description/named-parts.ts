import { refTo, typesOf, type Schema } from './json-schema.ts'

/**
 * What stands in several places and is no view of a row: each has the name by which generators of
 * clients make one type of it, and one of its places, as `Component.property` or
 * `operation.property`.
 */
export const namedParts: Readonly<Record<string, string>> = {
  Address: 'ClientHandlerBilling.address',
  AddressInformation: 'Client.addressInformation',
  BillingRun: 'runBilling',
  ContactInformation: 'Client.contactInformation',
  Days: 'searchBills.filters.billDate',
  DebtorAddress: 'DebtorSent.invoiceAddress',
  DecisionSumFilters: 'searchDecisionsByClient.filters',
  DecisionSumSearch: 'searchDecisionsByClient',
  Email: 'createUser.email',
  FieldChange: 'Change.changes',
  FlagsSent: 'updateFlagsOfTemplate',
  Instants: 'searchUsers.filters.createdAt',
  InvoiceCurrencies: 'Invoice.currency',
  InvoiceDates: 'Invoice.dates',
  InvoiceDatesSent: 'updateInvoice.dates',
  InvoiceDebtor: 'Invoice.debtor',
  InvoiceFilter: 'bulkActivateInvoices.filter',
  InvoiceRequestData: 'ClientInvoiceRequest.data',
  InvoiceStatuses: 'Invoice.statuses',
  InvoiceTexts: 'InvoiceTextSettings.sv',
  InvoiceTextsSent: 'updateInvoiceText.sv',
  InvoiceTotals: 'Invoice.totals',
  InvoiceVat: 'Invoice.vats',
  LabelChange: 'replaceLabelOfClient',
  LabelSent: 'addLabelToClient',
  Numbers: 'searchBills.filters.number',
  ReferenceSettingChange: 'updateAccountReferenceSetting',
  SettingInForce: 'SettingsOfClient.data',
  SettingsSent: 'updateSettingsOfClient',
  Switched: 'readAdvancedLogin',
  TextHeld: 'searchUsers.filters.email',
  TodoChange: 'updateTodoOfClient',
  TodoFilters: 'searchTodosOfClients.filters',
  TodoIds: 'resolveTodosOfClients',
  TodoSearch: 'searchTodosOfClients',
  VersionSent: 'exportVoucher',
  VoucherElsewhere: 'Voucher.external',
}

/** A schema at the top of the document, which may be replaced. */
export interface Root {
  owner: string
  schema: Schema
  replace: (schema: Schema) => void
}

/** Puts what is named in the place of what is written out, and returns what has got a name. */
export function namingParts(roots: readonly Root[]): Record<string, Schema> {
  const parts = Object.entries(namedParts).flatMap(([name, place]) => {
    const part = partAt(roots, place)
    return part === undefined ? [] : [{ name, part, size: JSON.stringify(part).length }]
  })
  const names = new Map<string, string>()
  const made: Record<string, Schema> = {}
  // What is part of another one is the smaller of the two, and named first.
  for (const { name, part } of parts.toSorted((one, other) => one.size - other.size)) {
    const { description: _, default: __, ...whole } = withNames(part, names, false)
    const form = plainForm(whole)
    names.set(JSON.stringify(form), name)
    made[name] = form
  }
  for (const { schema, replace } of roots) replace(withNames(schema, names, true))
  return made
}

function partAt(roots: readonly Root[], place: string): Schema | undefined {
  const [owner, ...path] = place.split('.')
  for (const root of roots) {
    if (root.owner !== owner) continue
    const found = path.reduce<Schema | undefined>(
      (schema, name) => schema && innerOf(schema)?.properties?.[name],
      root.schema,
    )
    const part = found && (path.length === 0 ? found : innerOf(found))
    if (part !== undefined) return part
  }
  return undefined
}

/** The object, or the text, that a schema is: alone, in a list, or as one of several. */
function innerOf(schema: Schema): Schema | undefined {
  if (schema.items !== undefined) return innerOf(schema.items)
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return innerOf(schema.additionalProperties)
  const several = schema.anyOf ?? schema.oneOf
  return several === undefined ? schema : several.find(({ properties }) => properties !== undefined)
}

const many = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const one = ['items', 'additionalProperties'] as const

/** `isInner`: whether the schema itself may be one that has a name, and not only what it holds. */
function withNames(schema: Schema, names: ReadonlyMap<string, string>, isInner: boolean): Schema {
  const made = { ...schema }
  for (const key of many) {
    if (made[key] !== undefined) made[key] = made[key].map((each) => withNames(each, names, true))
  }
  for (const key of one) {
    if (typeof made[key] === 'object') made[key] = withNames(made[key], names, true)
  }
  if (made.properties !== undefined) {
    made.properties = Object.fromEntries(
      Object.entries(made.properties).map(([name, each]) => [name, withNames(each, names, true)]),
    )
  }
  return isInner ? named(made, names) : made
}

function named(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const { description, default: usual, ...whole } = schema
  const name = names.get(JSON.stringify(plainForm(whole)))
  if (name === undefined) return schema
  const facts = {
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
  }
  return typesOf(whole).includes('null')
    ? { ...facts, anyOf: [refTo(name), { type: 'null' }] }
    : { ...facts, ...refTo(name) }
}

/** The same without whether it may be null. */
function plainForm(schema: Schema): Schema {
  const types = typesOf(schema).filter((type) => type !== 'null')
  return types.length === 1 ? { ...schema, type: types[0]! } : schema
}
