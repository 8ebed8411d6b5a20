import { z } from 'zod'
import { newId } from '../../kernel/write/ids.ts'
import {
  sendTestMessage,
  sendTestMessageInput,
} from '../../activities/webhooks/send-test-message.ts'
import { refuse } from '../../domain/refusal.ts'
import type { RealtimeMessage } from '../../entities/realtime-message.ts'
import { realtimeLifetimeMs, realtimeToken } from '../../ports/keys/realtime-tokens.ts'
import { id, instant } from '../../kernel/read/fields.ts'
import { channelPath } from '../../kernel/http/channel/channel-path.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const generateRealtimeToken = operation('GET /realtime/generate-token', 'GenerateRealtimeToken', {
  summary: 'Generate a token that opens one channel; for 60 s, once, at the `url` it names',
  returns: z
    .object({ token: z.string(), expiresAt: instant, url: z.string() })
    .meta({ id: 'RealtimeToken' }),
  secret: true,
}).handle(async ({ unit }) => {
  const { principal, tenantId, now, runtime } = unit
  if (principal.tokenId === null) return refuse('UNAUTHENTICATED')
  // It is signed in whole seconds.
  const expiresAt = new Date(Math.floor((now.getTime() + realtimeLifetimeMs) / 1000) * 1000)
  const claims = { id: newId('RealtimeToken'), tenantId, tokenId: principal.tokenId, expiresAt }
  const token = await realtimeToken(runtime.keys, claims, now)
  return { token, expiresAt: expiresAt.toISOString(), url: `${channelPath}?token=${token}` }
})

const RealtimeMessageView = z
  .object({
    id: id('RealtimeMessage'),
    clientId: id('Client').nullable(),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'RealtimeMessage' })

const sendTest = operation('POST /realtime/test/send', 'GenerateRealtimeToken', {
  summary: "Send a test event to the caller's channel; a client's to that client alone",
  body: sendTestMessageInput,
  returns: RealtimeMessageView,
  shows: ({ id: messageId, clientId, text, createdAt }: RealtimeMessage) => ({
    id: messageId,
    clientId: clientId ?? null,
    text,
    createdAt: createdAt.toISOString(),
  }),
  status: 202,
}).handle(({ unit, body }) => sendTestMessage(unit, body))

export default { generateRealtimeToken, sendRealtimeTest: sendTest } satisfies Room
