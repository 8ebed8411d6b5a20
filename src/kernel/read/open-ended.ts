import { z } from 'zod'
import { furtherMax, type PlainValue } from '../../domain/further-fields.ts'

/** A number that JSON gives back as it was; an id of more digits is sent as text. */
const exactNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** A value of a field whose name the specification leaves open. */
export const plainValue = z.union([z.string().max(1000), exactNumber, z.boolean()])

/** At most so many fields beyond the known ones, none under a name that the platform gives itself. */
export function openEnded<Shape extends z.ZodRawShape>(
  shape: Shape,
  reserved: readonly string[] = [],
) {
  // The kernel adds the version that a PUT may name, and takes it out again.
  const known = new Set([...Object.keys(shape), 'version'])
  const taken = new Set([...reserved, '__proto__', 'constructor', 'tenantId'])
  return z
    .object(shape)
    .catchall(plainValue.nullable())
    .superRefine((value, { addIssue }) => {
      const further = Object.keys(value).filter((name) => !known.has(name))
      if (further.length > furtherMax) {
        const message = `At most ${furtherMax} fields beyond the known ones`
        addIssue({ code: 'custom', message, path: [], params: { code: 'TOO_MANY_FIELDS' } })
      }
      for (const name of further) {
        if (!taken.has(name) && name.length <= 60 && name.trim() !== '') continue
        const message = 'This name cannot be given here'
        addIssue({ code: 'custom', message, path: [name], params: { code: 'NAME_NOT_ALLOWED' } })
      }
    })
}

export type Known<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>
export type Further = Readonly<Record<string, PlainValue | null>>

/** What was sent, parted into the known fields and those beyond them. */
export function parted<Shape extends z.ZodRawShape>(
  shape: Shape,
  sent: object,
): { known: Known<Shape>; further: Further } {
  const isKnown = ([field]: readonly [string, unknown]) => Object.hasOwn(shape, field)
  const entries = Object.entries(sent)
  const further = entries.filter((entry) => !isKnown(entry))
  // The schema that let it through is made of this shape.
  const known = Object.fromEntries(entries.filter(isKnown)) as Known<Shape>
  return { known, further: Object.fromEntries(further) as Further }
}
