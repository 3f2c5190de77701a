// Which code in a draft is a command that tests, builds or lints. Promises the usual runners of the usual languages. Refuses
// whatever else a shell may run: "`git log`" proves nothing about the project.

const RUNNER =
  /^[`$\s]*(?:(?:npm|pnpm|yarn|bun|deno|npx) (?:run )?(?:test|lint|build|check|tsc|eslint|jest|vitest|biome|typecheck)|node --(?:test|check)|go (?:test|vet|build)|cargo (?:test|check|build|clippy)|(?:\.\/)?(?:gradlew?|mvnw?) \w|make (?:test|check|lint|build)|dotnet (?:test|build)|(?:python3? -m )?(?:pytest|unittest|mypy|ruff|flake8|pylint)|tox|rspec|rubocop|phpunit|luacheck|busted|yamllint|shellcheck|hadolint|eslint|tsc|jest|vitest|terraform (?:validate|plan)|nginx -t|docker[ -]compose config)\b/;

export const isCommand = (code: string): boolean => RUNNER.test(code);
