import {
  compare,
  isMet,
  type Condition,
  type ConditionField,
  type FieldKind,
  type Leaf,
} from './conditions.ts'

type Fields = ReadonlyMap<string, ConditionField>

/**
 * Where a condition that nothing fulfils becomes so, by what it asks of one field; undefined if
 * something may. What stands under a `not` is not looked into.
 */
export function deadEndIn(
  condition: Condition,
  fields: Fields,
  at: string,
  above: readonly Leaf[] = [],
): string | undefined {
  if ('not' in condition) return undefined
  if ('any' in condition) {
    const ends = condition.any.map((part, n) => deadEndIn(part, fields, `${at}/any/${n}`, above))
    return ends.every((end) => end !== undefined) ? ends[0] : undefined
  }
  const parts = partsOf(condition, at)
  const leaves = [...above]
  for (const [part, place] of parts) {
    if (!('field' in part)) continue
    leaves.push(part)
    const alike = leaves.filter(({ field }) => field === part.field)
    if (!mayHold(alike, fields.get(part.field))) return place
  }
  const others = parts.filter(([part]) => !('field' in part))
  return others
    .map(([part, place]) => deadEndIn(part, fields, place, leaves))
    .find((end) => end !== undefined)
}

/** An `all` within an `all` is one. */
function partsOf(condition: Condition, at: string): (readonly [Condition, string])[] {
  if (!('all' in condition)) return [[condition, at]]
  return condition.all.flatMap((part, n) => partsOf(part, `${at}/all/${n}`))
}

/** Whether any value of one field fulfils all of these. */
function mayHold(leaves: readonly Leaf[], field: ConditionField | undefined): boolean {
  if (field === undefined) return true
  const { name, kind, values } = field
  const fields = new Map([[name, field]])
  const fulfils = (value: unknown) => {
    const known = { fields, values: { [name]: value }, changed: new Set([name]) }
    return leaves.every((leaf) => isMet(leaf, known))
  }
  if (fulfils(null)) return true
  if (leaves.some(({ operator, value }) => operator === 'EXISTS' && value === false)) return false
  const named = leaves.find(({ operator }) => operator === 'EQ' || operator === 'IN')
  if (named !== undefined) return [named.value].flat().some(fulfils)
  if (kind === 'WORD' || kind === 'FLAG') return (values ?? [true, false]).some(fulfils)
  const least = strictest(leaves, kind, ['GT', 'GTE'])
  const most = strictest(leaves, kind, ['LT', 'LTE'], -1)
  if (least === undefined || most === undefined) return true
  const order = compare(kind, least, most)
  return order < 0 || (order === 0 && fulfils(least))
}

function strictest(
  leaves: readonly Leaf[],
  kind: FieldKind,
  operators: readonly Leaf['operator'][],
  way: 1 | -1 = 1,
): Leaf['value'] {
  const bounds = leaves.filter(({ operator }) => operators.includes(operator))
  return bounds.map(({ value }) => value).toSorted((a, b) => way * compare(kind, b, a))[0]
}
