/** What package managers need to install a release. */
import { createHash } from 'node:crypto'
import { DUCKDB } from '../src/database/catalogue/duckdb.ts'

/** The facts of a release. */
export interface Release {
  version: string
  description: string
  homepage: string
  license: string
  /** The bytes of the package as npm serves it. */
  tarball: Uint8Array
}

/** The formula for a tap of Homebrew, `Formula/ludograph.rb`. */
export function homebrewFormula({ version, description, homepage, license, tarball }: Release): string {
  const sum = createHash('sha256').update(tarball).digest('hex')
  // Homebrew wants no article and no full stop, at most 80 characters.
  const short = description.replace(/^(The|An?) /, '').split(/[:.]/)[0]!
  return `class Ludograph < Formula
  desc "${short.replace(/^[a-z]/, (letter) => letter.toUpperCase())}"
  homepage "${homepage.replace(/#.*$/, '')}"
  url "https://registry.npmjs.org/ludograph/-/ludograph-${version}.tgz"
  sha256 "${sum}"
  license "${license}"

  depends_on "node"

  def install
    # DuckDB keeps the databases; npm leaves it out because it is optional.
    system "npm", "install", *std_npm_args, "${DUCKDB}"
    bin.install_symlink libexec/"bin/ludograph"
    man1.install_symlink Dir[libexec/"share/man/man1/*.1"]
    generate_completions_from_executable(bin/"ludograph", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/ludograph --version").strip
  end
end
`
}
