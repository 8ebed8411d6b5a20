import type { Digests } from './digests.ts'
import type { Tagged } from './tagged.ts'

/** What came of what, as SLSA has it (an in-toto statement): anybody who makes it again compares. */
export function provenanceOf(tagged: Tagged, made: Digests, from: Digests): object {
  const { tag, commit, version } = tagged
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: named(made),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:receivables:release:v1',
        externalParameters: { tag, version },
        resolvedDependencies: [
          { uri: `git+file:.@refs/tags/${tag}`, digest: { gitCommit: commit } },
          ...named(from),
        ],
      },
      runDetails: { builder: { id: 'urn:receivables:npm-run-release' } },
    },
  }
}

const named = (digests: Digests) =>
  Object.entries(digests).map(([name, sha256]) => ({ name, digest: { sha256 } }))
