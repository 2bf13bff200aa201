const NOTES = [659, 880]; // hertz, one after the other
const LENGTH = 0.18; // seconds of each

/** @type {AudioContext | undefined} */
let audio;

/** Two soft notes, made here: no file has to come. Where the browser does not allow it yet, there is silence. */
export function ring() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => undefined);
  const { currentTime: now, destination } = audio;
  NOTES.forEach((frequency, at) => {
    const begin = now + at * LENGTH * 0.8;
    const note = new OscillatorNode(/** @type {AudioContext} */ (audio), { type: "sine", frequency });
    const volume = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.15, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    note.connect(volume).connect(destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  });
}
