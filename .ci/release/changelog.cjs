// How changesets writes the lines of CHANGELOG.md: the sentence as its author wrote it, without links and commits.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replace(/\n/g, "\n  ")}`,
  getDependencyReleaseLine: async () => "",
};
