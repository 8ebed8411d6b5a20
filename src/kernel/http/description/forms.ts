import { z } from 'zod'
import type { Operation } from '../operation.ts'

const bytes = z.string().min(1).meta({ format: 'binary', example: 'the bytes of the file' })

/** The body of an operation that takes a file, as a form says it: the file itself in place of its base 64. */
export function formOf({ declared }: Operation, body: z.ZodType): z.ZodType | undefined {
  if (declared.takesFile === undefined || !(body instanceof z.ZodObject)) return undefined
  const { content, files, mimeType: _, ...rest } = body.shape as Record<string, z.ZodType>
  return z.strictObject({
    ...rest,
    ...(rest['filename'] !== undefined && { filename: rest['filename'].optional() }),
    ...(content !== undefined && { file: bytes }),
    ...(files instanceof z.ZodArray && { files: asMany(files) }),
  })
}

/** Files as many as the list says that it takes. */
const asMany = (list: z.ZodArray) => new z.ZodArray({ ...list.def, element: bytes })

/** Of which types the files of a form may be, where the body says so. */
export function typesOfFiles(body: z.ZodType): { encoding?: object } {
  if (!(body instanceof z.ZodObject)) return {}
  const { content, mimeType } = body.shape as Record<string, z.ZodType>
  const types = mimeType instanceof z.ZodOptional ? mimeType.unwrap() : mimeType
  if (content === undefined || !(types instanceof z.ZodEnum)) return {}
  return { encoding: { file: { contentType: types.options.join(', ') } } }
}
