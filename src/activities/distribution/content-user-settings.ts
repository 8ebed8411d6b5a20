import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isId } from '../../domain/ids.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { ContentUserSetting } from '../../entities/content-user-setting.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const viewsMax = 100
const bytesMax = 16 * 1024
const depthMax = 6

const value = z
  .record(z.string().min(1).max(100), z.unknown())
  .meta({ example: { columns: ['invoiceNumber', 'balance'], sort: '-invoiceDate' } })

export const createContentUserSettingInput = bodyOf(ContentUserSetting, ['type']).extend({ value })
export const updateContentUserSettingInput = z.strictObject({ value })

type Value = z.output<typeof value>

export const listViewsInput = bodyOf(ContentUserSetting, ['type']).partial()

/** The views that whoever calls has saved; who is no person has none. */
export async function ownViews(
  unit: Unit,
  { type }: z.output<typeof listViewsInput> = {},
): Promise<ContentUserSetting[]> {
  const mine = { userId: unit.principal.id, ...(type !== undefined && { type }) }
  const all = await unit.all(ContentUserSetting, mine)
  return all.toSorted((a, b) => (a.type < b.type ? -1 : 1))
}

/** By the type of content, or its id. */
export function ownView(unit: Unit, named: string): Promise<ContentUserSetting> {
  const which = isId(named) ? { id: named } : { type: named }
  return unit.load(ContentUserSetting, { userId: unit.principal.id, ...which })
}

export async function createContentUserSetting(
  unit: Unit,
  sent: z.output<typeof createContentUserSettingInput>,
): Promise<ContentUserSetting> {
  const { kind, id: userId } = unit.principal
  if (kind !== 'USER') refuse('NO_PERSON')
  refuseLarge(sent.value)
  await lockKey(unit, 'user', userId)
  const known = await ownViews(unit)
  if (known.length >= viewsMax) {
    refuse('TOO_MANY_VIEWS', { detail: `At most ${viewsMax} are kept for a person.` })
  }
  return unit.add(ContentUserSetting, { ...sent, userId })
}

export async function updateContentUserSetting(
  unit: Unit,
  id: string,
  { value: sent }: z.output<typeof updateContentUserSettingInput>,
): Promise<ContentUserSetting> {
  const row = await unit.load(ContentUserSetting, { id, userId: unit.principal.id })
  refuseLarge(sent)
  if (!isDeepStrictEqual(row.value, sent)) row.value = sent
  return row
}

export async function deleteContentUserSetting(unit: Unit, id: string): Promise<void> {
  unit.remove(await unit.load(ContentUserSetting, { id, userId: unit.principal.id }))
}

function refuseLarge(sent: Value): void {
  if (Buffer.byteLength(JSON.stringify(sent)) > bytesMax) {
    invalid('/value', 'TOO_LARGE', `At most ${bytesMax} bytes are kept of a view`)
  }
  if (depthOf(sent) > depthMax) {
    invalid('/value', 'TOO_DEEP', `At most ${depthMax} levels lie within each other`)
  }
}

function depthOf(within: unknown): number {
  if (typeof within !== 'object' || within === null) return 0
  return 1 + Math.max(0, ...Object.values(within).map(depthOf))
}
