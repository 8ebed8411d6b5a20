import { z } from 'zod'
import {
  loginServiceAccount,
  loginServiceAccountInput,
} from '../../activities/access/login-service-account.ts'
import { loginWithCode, loginWithCodeInput } from '../../activities/access/login-with-code.ts'
import { login, loginInput } from '../../activities/access/login.ts'
import { instant } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { TokenShown } from './views.ts'

const SessionView = TokenShown.extend({
  /**
   * True if a second factor is required and not enrolled; the token allows nothing else until then.
   */
  enrolmentRequired: z.literal(true).optional(),
  /**
   * Keep it on the device, and send it with the next login from there: failed logins from elsewhere
   * then do not lock that device out.
   */
  device: z.string(),
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
    body: loginInput,
    returns: z.union([SessionView, ChallengeView]),
    ...answered,
  }).handle(({ body, ...at }) => login(at, body)),

  loginWithCode: operation('POST /login/totp', open, {
    summary: 'Answer the challenge of a login; the code may be a recovery code',
    body: loginWithCodeInput,
    returns: SessionView,
    ...answered,
  }).handle(({ body, ...at }) => loginWithCode(at, body)),

  loginServiceAccount: operation('POST /login/service-account', open, {
    summary: "Exchange a service account's secret for a short-lived token",
    body: loginServiceAccountInput,
    returns: TokenShown,
    ...answered,
  }).handle(({ body, ...at }) => loginServiceAccount(at, body)),
} satisfies Room
