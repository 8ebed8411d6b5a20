import { z } from 'zod'
import { furtherMax } from '../../domain/further-fields.ts'

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
