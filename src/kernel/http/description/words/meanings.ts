import { idOf } from '../example-words.ts'
import { componentOf, type Schema } from '../json-schema.ts'
import { amounts } from './amounts.ts'
import { byPlace } from './by-place.ts'
import { days } from './days.ts'
import { parties } from './parties.ts'
import { references } from './references.ts'
import { running } from './running.ts'
import { terms } from './terms.ts'

/** Names that say all there is to say. */
const plain: ReadonlySet<string> = new Set([
  'id',
  'name',
  'clientName',
  'debtorName',
  'email',
  'phone',
  'address',
  'city',
  'description',
  'title',
  'comment',
  'username',
  'password',
  'host',
  'port',
  'url',
])

/** An id that names what it is of says it as well. */
const isPlain = (name: string): boolean =>
  plain.has(name) || (name.endsWith('Id') && idOf(name.slice(0, -2)) !== undefined)

/** What each name means, wherever it stands. */
export const general: Readonly<Record<string, string>> = {
  ...amounts,
  ...days,
  ...parties,
  ...references,
  ...running,
  ...terms,
}

/** Said by the type of a day, and so of no property in particular. */
const ofTheType = /^A day from 1900 to 2999\.$/

/** Gives each property that says nothing of itself the meaning of its name, at its place. */
export function withMeanings(schema: Schema, owner: string): Schema {
  return meant(schema, { owner, noun: nounOf(owner), within: [] })
}

interface Place {
  /** The component, or the operation whose body or answer it is. */
  owner: string
  /** The thing that it is of: of `InvoiceRead` and `updateInvoice` an `Invoice`. */
  noun: string
  /** The properties that it stands in, the nearest first. */
  within: readonly string[]
}

const many = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const one = ['items', 'additionalProperties'] as const

function meant(schema: Schema, place: Place): Schema {
  const made = { ...schema }
  for (const key of many) {
    if (made[key] !== undefined) made[key] = made[key].map((inner) => meant(inner, place))
  }
  for (const key of one) if (typeof made[key] === 'object') made[key] = meant(made[key], place)
  if (made.properties === undefined) return made
  made.properties = Object.fromEntries(
    Object.entries(made.properties).map(([name, inner]) => {
      const own = meant(inner, { ...place, within: [name, ...place.within] })
      return [name, described(own, name, place)]
    }),
  )
  return made
}

function described(schema: Schema, name: string, place: Place): Schema {
  const { description: said = '' } = schema
  if (said !== '' && !ofTheType.test(said)) return schema
  const meaning = meaningOf(name, place)
  return meaning === undefined ? schema : { ...schema, description: `${meaning} ${said}`.trim() }
}

function meaningOf(name: string, { owner, noun, within }: Place): string | undefined {
  const [verb = ''] = /^[a-z]+/.exec(owner) ?? []
  const asPage = owner.endsWith('Page') ? ['Page'] : []
  const places = [
    ...within.flatMap((field) => [`${field}.${name}`, `${field}.*`]),
    ...[owner, noun, singular(noun), ...asPage, verb].map((at) => `${at}.${name}`),
  ]
  const found = places.find((at) => at in byPlace)
  const meaning = found === undefined ? general[name] : byPlace[found]
  return meaning?.replace('{thing}', inWords(within.find((field) => !around.has(field)) ?? noun))
}

function nounOf(owner: string): string {
  return owner
    .replace(/^[a-z]+/, '')
    .replace(/(?<=[a-z])(?:Of|In|By)[A-Z].*$/, '')
    .replace(/(?<=[a-z])(?:Page|Read|Detail|Calculated|Exported|WithPostings|Sent)$/, '')
    .replace(/^Whole(?=[A-Z])/, '')
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '')

/** `ClientAccount` as people write it. */
const inWords = (noun: string): string =>
  things[noun] ??
  singular(noun)
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
    .replace(/\btodo\b/, 'to-do')

/** What has rows in it, and is none of their names. */
const around = new Set(['data', 'filter', 'filters', 'items'])

/** Components that are called after how they are shown, and not after what they show. */
const things: Readonly<Record<string, string>> = {
  BackgroundTaskWithErrors: 'background task',
  ClientUnplacedPayment: 'unplaced payment',
  ClientWithSettings: 'client',
  DecisionHistoryEntry: 'decision',
  DecisionStatusCount: 'decision',
  InternalSystemDebtor: 'system debtor',
  LatestTask: 'background task',
  OnboardedClient: 'client',
  OwnPasswordChanged: 'user',
  OwnUser: 'user',
  OwnedDocument: 'document',
  PaymentReferenceSaid: 'reference',
  PaymentTransaction: 'payment',
  SimulatedLink: 'link',
  ToDo: 'to-do',
  TokenShown: 'token',
  UserToggled: 'user',
  WebhookRequestLog: 'delivery',
  askedBy: 'principal',
}

/** What a parameter of this name asks for. */
export const meaningOfParameter = (name: string, operationId: string): string | undefined =>
  meaningOf(name, { owner: operationId, noun: nounOf(operationId), within: [] })

/** What says nothing of itself, by its name and where it stands. */
export function undescribed(schema: Schema, owner: string): string[] {
  if (componentOf(schema) !== undefined) return []
  const inner = [
    ...many.flatMap((key) => schema[key] ?? []),
    ...one.flatMap((key) => (typeof schema[key] === 'object' ? [schema[key]] : [])),
  ]
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
    ...(isPlain(name) || each.description !== undefined ? [] : [`${owner}.${name}`]),
    ...undescribed(each, `${owner}.${name}`),
  ])
  return [...own, ...inner.flatMap((each) => undescribed(each, owner))]
}
