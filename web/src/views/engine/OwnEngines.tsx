/** Engines that the user brings to the page, from files or an address. */
import { closeEngine, engine, engines, type PageEngine } from '../../state/engines/engines.ts'
import { isStarting, lastAddress, openEngineAddress, openEngineFiles, startFailure } from '../../state/engines/own.ts'
import { hasServer } from '../../state/database/server.ts'
import { fill, formatNumber, words } from '../../words/index.ts'

export function OwnEngines() {
  const asked = engine.value
  return (
    <section class="engine-part" aria-label={words.ownEngine}>
      {asked?.mostThreads !== undefined && <Threads of={asked} most={asked.mostThreads} />}
      {asked?.close && (
        <p>
          <button type="button" onClick={() => closeEngine(asked)}>
            {fill(words.closeEngine, { name: asked.name })}
          </button>
        </p>
      )}
      {engines.value.length === 0 && <p>{hasServer ? words.noEnginesServed : words.noEngines}</p>}
      <details open={engines.value.length === 0}>
        <summary>{words.ownEngine}</summary>
        <p class="quiet">{words.ownEngineHint}</p>
        <p class="quiet">{crossOriginIsolated ? words.threadsPossible : words.threadsImpossible}</p>
        <div class="engine-bar">
          <label class="button">
            {words.engineFiles}
            <input
              type="file"
              multiple
              accept=".js,.wasm,.nnue"
              class="hidden-input"
              disabled={isStarting.value}
              onChange={({ currentTarget }) => {
                const chosen = [...(currentTarget.files ?? [])]
                currentTarget.value = ''
                if (chosen.length > 0) void openEngineFiles(chosen)
              }}
            />
          </label>
          <form
            class="with-button grows"
            onSubmit={(event) => {
              event.preventDefault()
              void openEngineAddress(event.currentTarget.querySelector('input')!.value)
            }}
          >
            <input
              type="url"
              required
              aria-label={words.engineAddress}
              placeholder={words.engineAddress}
              defaultValue={lastAddress()}
            />
            <button type="submit" disabled={isStarting.value}>
              {words.engineFetch}
            </button>
          </form>
        </div>
        <p role="status">{isStarting.value && words.engineStarts}</p>
        {startFailure.value !== undefined && (
          <p role="alert">{fill(words.engineFailed, { reason: startFailure.value })}</p>
        )}
      </details>
    </section>
  )
}

function Threads({ of, most }: { of: PageEngine; most: number }) {
  return (
    <label>
      {words.threads}{' '}
      <select onChange={({ currentTarget }) => void of.setThreads?.(Number(currentTarget.value))}>
        {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
          <option key={count} value={count}>
            {formatNumber(count)}
          </option>
        ))}
      </select>
    </label>
  )
}
