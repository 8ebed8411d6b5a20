import fs from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type * as isomorphicGit from 'isomorphic-git'
import { branchShape, isNested, repositoryShape } from '../../domain/clients/configuration.ts'
import { BranchNested, RepositoryBusy, type Git, type ToCommit } from './git.ts'

type Library = typeof isomorphicGit
interface Place {
  git: Library
  gitdir: string
}

/** No commit of a file takes that long, so whoever holds the lock has died. */
const lockLifetimeMs = 60_000

/** Bare repositories below a folder, those of each tenant in a folder of its own. */
export function bareRepositories(root: string): Git {
  return {
    async commit(file) {
      const { tenantId, repository, branch } = file
      if (!repositoryShape.test(repository) || !branchShape.test(branch)) {
        throw new Error('not the name of a repository or branch')
      }
      // Loaded at first use: most processes never commit.
      const git = await import('isomorphic-git')
      const gitdir = join(root, tenantId, `${repository}.git`)
      await mkdir(gitdir, { recursive: true, mode: 0o700 })
      return locked(join(gitdir, 'receivables.lock'), async () => {
        await git.init({ fs, gitdir, dir: gitdir, bare: true, defaultBranch: branch })
        return { commitId: await commitIn({ git, gitdir }, file) }
      })
    },
  }
}

/** Several processes share the folder, and a process that dies leaves its lock behind. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const held = await stat(path).catch(() => undefined)
  if (held !== undefined && Date.now() - held.mtimeMs > lockLifetimeMs)
    await rm(path, { force: true })
  const lock = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new RepositoryBusy('somebody else commits to it') : error
  })
  try {
    return await work()
  } finally {
    await lock.close()
    await rm(path, { force: true })
  }
}

async function commitIn(place: Place, file: ToCommit): Promise<string> {
  const { git, gitdir } = place
  await refuseNested(place, file.branch)
  const ref = `refs/heads/${file.branch}`
  const parent = await git.resolveRef({ fs, gitdir, ref }).catch(() => undefined)
  const before = parent === undefined ? undefined : await treeOf(place, parent)
  const blob = await git.writeBlob({ fs, gitdir, blob: Buffer.from(file.content) })
  const tree = await withFile(place, before, file.path, blob)
  if (parent !== undefined && tree === before) return parent
  const person = {
    ...file.author,
    timestamp: Math.trunc(file.at.getTime() / 1000),
    timezoneOffset: 0,
  }
  const commitId = await git.writeCommit({
    fs,
    gitdir,
    commit: {
      message: `${file.message}\n`,
      tree,
      parent: parent === undefined ? [] : [parent],
      author: person,
      committer: person,
    },
  })
  await git.writeRef({ fs, gitdir, ref, value: commitId, force: true })
  return commitId
}

/** Also beside branches that nobody commits to any more, which stay. */
async function refuseNested({ git, gitdir }: Place, branch: string): Promise<void> {
  const branches = await git.listBranches({ fs, gitdir })
  const other = branches.find((each) => isNested(branch, each))
  if (other === undefined) return
  throw new BranchNested(`The repository has a branch ${other}, beside which ${branch} cannot be.`)
}

const treeOf = async ({ git, gitdir }: Place, oid: string) =>
  (await git.readCommit({ fs, gitdir, oid })).commit.tree

/** The tree with the file in it; what else stands there stays. */
async function withFile(
  place: Place,
  oid: string | undefined,
  [name = '', ...below]: readonly string[],
  blob: string,
): Promise<string> {
  const { git, gitdir } = place
  const entries = oid === undefined ? [] : (await git.readTree({ fs, gitdir, oid })).tree
  const others = entries.filter(({ path }) => path !== name)
  if (below.length === 0) {
    const entry = { mode: '100644', path: name, oid: blob, type: 'blob' } as const
    return git.writeTree({ fs, gitdir, tree: [...others, entry] })
  }
  const folder = entries.find(({ path, type }) => path === name && type === 'tree')?.oid
  const inner = await withFile(place, folder, below, blob)
  const entry = { mode: '040000', path: name, oid: inner, type: 'tree' } as const
  return git.writeTree({ fs, gitdir, tree: [...others, entry] })
}
