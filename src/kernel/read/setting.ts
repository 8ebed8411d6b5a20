import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SettingKind } from '../../domain/clients/client.ts'
import { refuse, type Fault } from '../../domain/refusal.ts'
import {
  chosenAt,
  inForce,
  levelsOfMost,
  withChoice,
  type Chosen,
  type ChosenByLevel,
  type SettingLevel,
  type SettingSource,
} from '../../domain/settings.ts'
import { faultsOf } from './faults.ts'
import type { KeyedSetting, KeyedSettings, Loosens } from '../write/registered.ts'

interface Limits {
  /** Where it may be chosen: from the client on by default. */
  levels?: readonly SettingLevel[]
  /** What has to be built before any value but the default is accepted. */
  until?: string
  /** Which values are laxer than others, and take a second person. */
  loosens?: Loosens
  /** The tenant chooses it for its clients, whose people cannot. */
  byTenant?: true
}

/** One setting: what it may be, what it is where nobody has chosen, and who may choose. */
export class Setting<T = unknown> {
  readonly type: z.ZodType<T>
  readonly usual: T
  readonly levels: readonly SettingLevel[]
  readonly until: string | null
  readonly loosens: Loosens | null
  readonly byTenant: boolean

  constructor(type: z.ZodType<T>, usual: T, limits: Limits) {
    const { levels = levelsOfMost, until, loosens = null, byTenant = false } = limits
    this.type = type
    this.usual = usual
    this.levels = levels
    this.until = until ?? null
    this.loosens = loosens
    this.byTenant = byTenant
  }
}

export function setting<S extends z.ZodType>(
  type: S,
  usual: z.output<S>,
  limits: Limits = {},
): Setting<z.output<S>> {
  return new Setting<z.output<S>>(type as z.ZodType<z.output<S>>, usual, limits)
}

/** Settings under their names, some of them in groups of names. */
export interface SettingTree {
  readonly [name: string]: Setting | SettingTree
}

export type ValuesOf<T> = {
  -readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : ValuesOf<T[K]>
}

/** Some of them, as a change names them. */
export type ChangeOf<T> = {
  -readonly [K in keyof T]?: (T[K] extends Setting<infer V> ? V : ChangeOf<T[K]>) | undefined
}

/** Settings with the tree that they were declared as. */
export interface SettingGroup<T extends SettingTree = SettingTree> extends KeyedSettings {
  readonly tree: T
}

export type ValuesIn<G> = G extends SettingGroup<infer T> ? ValuesOf<T> : never

export function settingGroup<const T extends SettingTree>(
  name: string,
  kind: SettingKind | null,
  tree: T,
  { byTenant = false }: { byTenant?: boolean } = {},
): SettingGroup<T> {
  return { name, kind, tree, byTenant, settings: keyed(tree, [], name) }
}

function keyed(tree: SettingTree, within: readonly string[], group: string): KeyedSetting[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const path = [...within, name]
    if (!(node instanceof Setting)) return keyed(node, path, group)
    const { type, usual, levels, until, loosens, byTenant } = node
    const facts = { type, usual, levels, until, loosens, byTenant }
    return [{ key: [group, ...path].join('.'), path, ...facts }]
  })
}

export interface Resolved {
  values: Chosen
  sources: Readonly<Record<string, SettingSource>>
}

/** What the settings of a group are, and for each which level says so. */
export function resolved(group: KeyedSettings, chosen: ChosenByLevel): Resolved {
  let values: Chosen = {}
  const sources: Record<string, SettingSource> = {}
  for (const each of group.settings) {
    const { value, source } = inForce(each, chosen)
    values = withChoice(values, each.path, value)
    sources[each.path.join('.')] = source
  }
  return { values, sources }
}

/** The same with the types of the tree, whose every name has got a value. */
export function valuesOf<T extends SettingTree>(_: SettingGroup<T>, { values }: Resolved) {
  return values as ValuesOf<T>
}

/** What was chosen of a group, from rows of keys. */
export function chosenUnderKeys(
  { settings }: KeyedSettings,
  byKey: Readonly<Record<string, Chosen>>,
): Chosen {
  return settings.reduce<Chosen>((all, { key, path }) => {
    const choice = byKey[key]
    return choice === undefined ? all : withChoice(all, path, choice['is'])
  }, {})
}

/** The same of values that stand under their keys in one row. */
export function chosenAmong({ settings }: KeyedSettings, byKey: Chosen): Chosen {
  return settings.reduce<Chosen>(
    (all, { key, path }) => (key in byKey ? withChoice(all, path, byKey[key]) : all),
    {},
  )
}

/** The earlier choices with the sent ones merged in; what is not sent stays as it is. */
export function chosenWith(group: KeyedSettings, chosen: Chosen, sent: Chosen): Chosen {
  return group.settings.reduce((all, { path }) => {
    const value = chosenAt(sent, path)
    return value === undefined ? all : withChoice(all, path, value)
  }, chosen)
}

/** Refuses settings that have no effect yet, with a pointer to each. */
export function refuseNotYetInUse(group: KeyedSettings, sent: Chosen): void {
  const errors = group.settings.flatMap((each) => {
    const pointer = `/${each.path.join('/')}`
    return notYetInUse(each, chosenAt(sent, each.path), pointer)
  })
  refuseWaiting(errors)
}

function notYetInUse({ until, usual }: KeyedSetting, value: unknown, pointer: string): Fault[] {
  if (until === null || value === undefined || isDeepStrictEqual(value, usual)) return []
  const message = `It is ${JSON.stringify(usual)} until ${until}`
  return [{ pointer, code: 'NOT_YET_IN_USE', message }]
}

function refuseWaiting(errors: readonly Fault[]): void {
  if (errors.length === 0) return
  const detail = errors.map(({ message }) => `${message}.`).join(' ')
  refuse('NOT_YET_IN_USE', { detail, errors })
}

type ShapeOf<T> = {
  -readonly [K in keyof T]: T[K] extends Setting<infer V>
    ? z.ZodType<V>
    : z.ZodObject<ShapeOf<T[K]>, z.core.$strict>
}

/** The fields of a group as they are shown. */
export function shapeOf<T extends SettingTree>({ tree }: SettingGroup<T>): ShapeOf<T> {
  // The types follow the tree, name by name, which `Object.entries` forgets.
  return shapeIn(tree, false) as ShapeOf<T>
}

/** Some of them, as they are sent. */
export function changeSchemaOf<T extends SettingTree>({
  tree,
}: SettingGroup<T>): z.ZodType<ChangeOf<T>> {
  return z.strictObject(shapeIn(tree, true)).partial() as unknown as z.ZodType<ChangeOf<T>>
}

function shapeIn(tree: SettingTree, isChange: boolean): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => {
      if (node instanceof Setting) {
        const { type, usual: example, until } = node
        return [name, isChange && until !== null ? type.meta({ example }) : type]
      }
      const within = z.strictObject(shapeIn(node, isChange))
      return [name, isChange ? within.partial() : within]
    }),
  )
}

/** The value sent for one key, validated; refused if it has no effect yet. */
export function acceptedValue(setting: KeyedSetting, sent: unknown, pointer: string): unknown {
  const read = setting.type.safeParse(sent)
  if (!read.success) refuse('VALIDATION_FAILED', { errors: faultsOf(read.error, false, pointer) })
  refuseWaiting(notYetInUse(setting, read.data, pointer))
  return read.data
}
