import { z } from 'zod'
import { loginServiceAccount } from '../../activities/access/login-service-account.ts'
import { loginWithCode } from '../../activities/access/login-with-code.ts'
import { login } from '../../activities/access/login.ts'
import { email, id, instant } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { password, TokenShown } from './views.ts'

const SessionView = TokenShown.extend({
  /** Until the user has enrolled the second factor that is demanded, the token opens nothing else. */
  enrolmentRequired: z.literal(true).optional(),
}).meta({ id: 'Session' })

const ChallengeView = z
  .object({ mfaRequired: z.literal(true), challenge: z.string(), expiresAt: instant })
  .meta({ id: 'LoginChallenge' })

const open = { open: 'Who logs in has no token yet' } as const
const answered = {
  status: 200,
  secret: true,
  extension: true,
  refuses: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
} as const

export default {
  login: operation('POST /login', open, {
    summary: 'Log in with e-mail and password; with a second factor, a challenge is answered',
    body: z.strictObject({ tenantId: id('Tenant'), email, password }),
    returns: z.union([SessionView, ChallengeView]),
    ...answered,
  }).handle(({ body, ...at }) => login(at, body)),

  loginWithCode: operation('POST /login/totp', open, {
    summary: 'Answer the challenge of a login; the code may be a recovery code',
    body: z.strictObject({
      challenge: z.string().min(1).max(300),
      code: z.string().min(6).max(30).meta({ example: '492039' }),
    }),
    returns: SessionView,
    ...answered,
  }).handle(({ body, ...at }) => loginWithCode(at, body)),

  loginServiceAccount: operation('POST /login/service-account', open, {
    summary: "Exchange a service account's secret for a short-lived token",
    body: z.strictObject({
      tenantId: id('Tenant'),
      serviceAccountId: id('ServiceAccount'),
      secret: z.string().min(1).max(200).meta({ example: 'rp_secret_…' }),
    }),
    returns: TokenShown,
    ...answered,
  }).handle(({ body, ...at }) => loginServiceAccount(at, body)),
} satisfies Room
