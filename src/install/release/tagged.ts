import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../embedded/run-program.ts'

export interface Tagged {
  name: string
  version: string
  tag: string
  commit: string
}

/** What the commit says of itself; a release that nobody could make again is not made. */
export async function taggedRelease(root: string): Promise<Tagged> {
  const git = (...args: string[]) => runProgram('git', args, { cwd: root })
  const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Tagged
  const { name, version } = facts
  const tag = `v${version}`
  if ((await git('status', '--porcelain')) !== '') {
    throw new Error('there is work that no commit has: commit it, or put it away')
  }
  const commit = (await git('rev-parse', 'HEAD')).trim()
  const tags = (await git('tag', '--points-at', 'HEAD')).split('\n')
  if (!tags.includes(tag)) {
    throw new Error(`this commit is not ${tag}: git tag ${tag}, or raise the version`)
  }
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (
    !changes.split('\n').some((line) => line.split(' ').slice(0, 2).join(' ') === `## ${version}`)
  ) {
    throw new Error(`CHANGELOG.md has nothing under "## ${version}": say what is new`)
  }
  if (!existsSync(join(root, 'test/histories', version))) {
    throw new Error(`test/histories has none of ${version}: npm run histories, see CONTRIBUTING.md`)
  }
  return { name, version, tag, commit }
}
