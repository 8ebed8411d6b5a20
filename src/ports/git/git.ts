/** A file to commit, and who is its author. */
export interface ToCommit {
  tenantId: string
  /** The name of the repository, and the branch of it. */
  repository: string
  branch: string
  /** Where in the tree it stands: folders and a name. */
  path: readonly string[]
  content: string
  message: string
  author: { name: string; email: string }
  at: Date
}

/** Keeps versions of files; a file that is there already, as it is, makes no commit. */
export interface Git {
  commit(file: ToCommit): Promise<{ commitId: string }>
}

/** Git has no such branch beside one that is there; the message says which. */
export class BranchNested extends Error {}

/** Somebody else writes to the repository at this moment. */
export class RepositoryBusy extends Error {}
