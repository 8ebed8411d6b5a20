import { fileTypeOf } from '../../src/domain/bookkeeping/bookkeeping-file.ts'
import { expect, test } from 'vitest'
import { fileTypes } from '../../src/domain/distribution/file-kind.ts'
import { description } from '../description/described.ts'

test('an operation that gives a file is described with its types and headers', () => {
  const answer = description.paths['/documents/{id}/file']?.get?.responses['200']
  const made = ['application/json', fileTypeOf.XLSX.mimeType]
  expect(Object.keys(answer?.content ?? {})).toEqual([...fileTypes, ...made])
  expect(answer?.content?.['application/pdf']?.schema).toEqual({
    type: 'string',
    format: 'binary',
  })
  expect(Object.keys(answer?.headers ?? {})).toEqual([
    'X-Request-Id',
    'ETag',
    'Content-Disposition',
    'RateLimit',
  ])
  const preview = description.paths['/invoices/preview']?.post?.responses['200']
  expect(Object.keys(preview?.content ?? {})).toEqual(['application/pdf'])
})

test('a file that is sent is described as base 64, no larger than it may be', () => {
  const body = description.paths['/documents/attachments/invoice']?.post?.requestBody
  const schema = body?.content['application/json']?.schema
  const content = schema?.properties?.['content']
  expect(content).toMatchObject({ type: 'string', maxLength: 34_952_536 })
  expect(Buffer.from(String(content?.examples?.[0]), 'base64').toString()).toBe('%PDF-1.4\n')
})
