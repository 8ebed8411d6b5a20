import { z } from 'zod'
import { familyNames } from '../../entities/events.ts'
import { isUsableKey } from '../../domain/webhooks/signing-key.ts'
import {
  customHeadersMax,
  headerFault,
  repeatedHeader,
} from '../../domain/webhooks/custom-headers.ts'

export const family = z.enum(familyNames as [string, ...string[]]).meta({ example: 'INVOICE' })

export const url = z.string().min(1).max(2000).meta({
  example: 'https://receiver.example.com/hooks',
  description:
    'https, at a public address; `RECEIVABLES_WEBHOOK_ALLOWED_HOSTS` names those that need not be.',
})

export const key = z
  .string()
  .min(1)
  .max(500)
  .refine(isUsableKey, 'After whsec_ stands base64')
  .meta({
    example: 'whsec_c2lnbmluZyBzZWNyZXQgb2Ygb25l',
    format: 'password',
    description:
      'Signs each delivery: see the header `webhook-signature` of the webhooks. Take 24 random ' +
      'bytes or more, since whoever guesses it signs as you do.',
  })

const headersOf = (keeps: boolean) =>
  z
    .record(z.string().max(100), z.string().max(1_000))
    .superRefine((headers, context) => {
      const names = Object.keys(headers)
      const message =
        names.length > customHeadersMax
          ? `At most ${customHeadersMax} headers`
          : repeatedHeader(names) && 'A header is there twice'
      if (message !== undefined) context.addIssue({ code: 'custom', message })
      for (const [header, value] of Object.entries(headers)) {
        const fault = headerFault(header, value, keeps)
        if (fault !== undefined) {
          context.addIssue({ code: 'custom', path: [header], message: fault })
        }
      }
    })
    .meta({ example: { 'X-Environment': 'production' }, format: 'password' })

export const customHeaders = headersOf(false)
/** Of a webhook that has them: a value that is shown as withheld may be sent back so. */
export const changedHeaders = headersOf(true)
