import { logout } from '../../activities/access/logout.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const self = { self: 'It ends no more than the token that it came with' } as const

export default {
  logout: operation('POST /logout', self, {
    summary: 'Revoke the token that the request came with',
    status: 204,
    extension: true,
  }).handle(({ unit }) => logout(unit)),
} satisfies Room
