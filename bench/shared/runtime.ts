import { registered } from '../../src/activities/areas.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrm, type Runtime } from '../../src/kernel/write/runtime.ts'
import { readEnvironment } from '../../src/environment.ts'
import { steadyTables } from '../../src/entities/table.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { sftpServers } from '../../src/ports/sftp/put-file.ts'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import { erpPorts } from '../../src/ports/erp/erp-ports.ts'
import { shippedRails } from '../../src/ports/rails/shipped-rails.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { bareRepositories } from '../../src/ports/git/bare-repositories.ts'
import { Poster } from '../../src/ports/webhooks/post.ts'
import { createLog } from '../../src/run/runtime.ts'

/** What verbs need where there is no process of the platform around them. */
export function runtimeOn(url: string, masterKey: string, connections: number): Runtime {
  const onLost = () => undefined
  return {
    pool: new Pool({
      url,
      connections,
      queue: 100,
      name: 'bench',
      steady: steadyTables(),
      onLost,
    }),
    orm: createOrm(),
    keys: deriveKeys(masterKey),
    mail: { send: async () => undefined },
    documents: folderStore(join(tmpdir(), 'receivables-bench')),
    apart: new Apart(),
    erp: erpPorts(join(tmpdir(), 'receivables-bench')),
    bankFeeds: bankFeedPorts(join(tmpdir(), 'receivables-bench'), { allowedHosts: new Set() }),
    fileServers: sftpServers({ allowedHosts: new Set() }),
    refusedReach: () => undefined,
    rails: shippedRails,
    git: bareRepositories(join(tmpdir(), 'receivables-bench')),
    poster: new Poster({}),
    engine: { connected: () => Promise.reject(new Error('no engine here')) },
    log: createLog(readEnvironment({ RECEIVABLES_LOG_LEVEL: 'error' })),
    publicUrl: 'http://bench',
    eventsUrl: 'http://bench',
    registered,
  }
}
