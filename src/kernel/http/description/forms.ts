import { z } from 'zod'
import type { Operation } from '../operation.ts'

const bytes = z.string().meta({ format: 'binary', example: 'the bytes of the file' })

/** The body of an operation that takes a file, as a form says it: the file itself in place of its base 64. */
export function formOf({ declared }: Operation, body: z.ZodType): z.ZodType | undefined {
  if (declared.takesFile === undefined || !(body instanceof z.ZodObject)) return undefined
  const { content, files, mimeType: _, ...rest } = body.shape as Record<string, z.ZodType>
  return z.strictObject({
    ...rest,
    ...(rest['filename'] !== undefined && { filename: rest['filename'].optional() }),
    ...(content !== undefined && { file: bytes }),
    ...(files !== undefined && { files: z.array(bytes) }),
  })
}
