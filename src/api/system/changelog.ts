import { User } from '../../entities/user.ts'
import { changelogOf } from '../../behaviours/changelog.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const ofUsers = changelogOf(User, 'User')

export default {
  listChangesOfUser: operation('GET /changelog/user/{id}', 'ReadInvoiceChangelog', ofUsers.ofOne),
} satisfies Room
