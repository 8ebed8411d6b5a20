import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmJson } from '../src/install/npm.ts'
import { advisoriesIn, isOfNode, treeFaults } from './audit/answers.ts'
import { licenceFaults, lockFaults, withoutIntegrity, type Lock } from './audit/lockfile.ts'
import { conclude, root, step } from './steps.ts'

// What others wrote and we install: is it what was locked, may it be used, are there known holes?

const npm = (...args: readonly string[]) => npmJson(root, ...args, '--json')
const lock = json<Lock>('package-lock.json')
const manifest = json<Parameters<typeof lockFaults>[1]>('package.json')

conclude([
  await step('the lock', async () => {
    const left = withoutIntegrity(lock)
    const few = left.slice(0, 3).join(', ')
    const said = `the digests of ${left.length} packages of other systems, as ${few}`
    return { ...outcome(lockFaults(lock, manifest)), ...(left.length > 0 && { skipped: said }) }
  }),
  await step('licences', async () => outcome(licenceFaults(lock))),
  await step('what is installed', async () => {
    const faults = treeFaults(await npm('ls', '--all'))
    const ofNode = faults.filter((fault) => isOfNode(fault, lock))
    const said = `what the package node fetched by itself: ${ofNode.join('; ')}`
    const others = faults.filter((fault) => !ofNode.includes(fault))
    return { ...outcome(others), ...(ofNode.length > 0 && { skipped: said }) }
  }),
  await step('advisories', async () => advised(await npm('audit', '--omit=dev'), 1)),
  await step('advisories of tools', async () => advised(await npm('audit', '--include=dev'), 0)),
])

function json<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T
}

function outcome(faults: readonly string[]) {
  const failed = faults.length
  return { passed: failed === 0 ? 1 : 0, failed, output: faults.join('\n') }
}

/** What the registry knows; where it cannot be asked, that is said and fails nothing. */
function advised(answer: string, counts: 0 | 1) {
  const { asked, known } = advisoriesIn(answer)
  if (!asked) return { passed: 0, failed: 0, skipped: 'the registry does not answer', output: '' }
  if (counts === 0 && known.length > 0) {
    return { passed: 1, failed: 0, skipped: `known: ${known.join('; ')}`, output: '' }
  }
  return outcome(known)
}
