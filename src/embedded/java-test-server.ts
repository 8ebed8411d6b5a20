import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDir, makeWhole, type Progress } from './cache.ts'
import { findOnPath } from './find-on-path.ts'
import { runProgram, durationText } from './run-program.ts'

const POM = fileURLToPath(new URL('../../temporal/pom.xml', import.meta.url))
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'

const SCRIPT = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "\${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \\
  -cp "$here/lib/*" io.temporal.testserver.TestServer "$@"
`

/** The SDK's Java test server as a program, for the `existing-path` of its test environment. */
export async function javaTestServer(progress: Progress): Promise<string> {
  const given = process.env.RECEIVABLES_TEMPORAL_TEST_SERVER
  if (given) return checked(given)
  const key = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12)
  const dir = join(cacheDir(), 'temporal-test-server', key)
  await makeWhole(dir, (draft) => fetchJars(draft, progress), progress)
  const java = process.env.JAVA_HOME ? true : findOnPath('java')
  if (!java) throw new Error(whatToDo('Java is not on the PATH'))
  return join(dir, 'test-server')
}

function checked(path: string): string {
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    throw new Error(`RECEIVABLES_TEMPORAL_TEST_SERVER is ${path}, which cannot be run`)
  }
}

async function fetchJars(out: string, progress: Progress): Promise<void> {
  if (!findOnPath('mvn')) throw new Error(whatToDo('Maven is not on the PATH'))
  const report = (seconds: number) =>
    progress(`fetching the Java test server of Temporal: ${durationText(seconds)}`)
  report(0)
  const lib = join(out, 'lib')
  const options = [`-DoutputDirectory=${lib}`, '-DincludeScope=runtime']
  try {
    await runProgram('mvn', ['-q', '-B', '-ntp', '-f', POM, PLUGIN, ...options], {
      every: { ms: 10_000, report },
    })
  } catch (error) {
    throw new Error(whatToDo(error instanceof Error ? error.message : String(error)), {
      cause: error,
    })
  }
  const script = join(out, 'test-server')
  writeFileSync(script, SCRIPT)
  chmodSync(script, 0o755)
}

function whatToDo(why: string): string {
  return (
    `The Java test server of Temporal could not be had: ${why}\n` +
    'Install Maven and a JDK from 11 on, or set RECEIVABLES_TEMPORAL_TEST_SERVER to a program ' +
    'that runs it.'
  )
}
