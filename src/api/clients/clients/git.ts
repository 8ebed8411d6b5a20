import { connectToGit, connectToGitInput } from '../../../activities/clients/git/connect-to-git.ts'
import { ClientRepository } from '../../../entities/client-repository.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { viewOf } from '../../../kernel/read/view.ts'

const repositoryView = viewOf(ClientRepository, [
  'clientId',
  'repository',
  'branch',
  'directory',
  'status',
  'commitId',
  'committedAt',
  'failure',
])

export default {
  readGitOfClient: operation('GET /clients/{clientId}/connect-to-git', 'ConnectClientToGit', {
    summary: 'Read where a client’s configuration is committed',
    shows: repositoryView,
    extension: true,
  }).handle(({ unit, params: { clientId } }) => unit.load(ClientRepository, { clientId })),

  connectClientToGit: operation('PUT /clients/{clientId}/connect-to-git', 'ConnectClientToGit', {
    summary: 'Commit each state of a client’s configuration',
    body: connectToGitInput,
    shows: repositoryView,
    refuses: ['BRANCH_NESTED'],
  }).handle(({ unit, params, body }) => connectToGit(unit, params.clientId, body)),
} satisfies Room
