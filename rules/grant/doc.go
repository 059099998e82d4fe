// Package grant lets an agent repeat for a while what a rule approved.
//
// A grant of a mesh compares no parameters: whatever the agent tells the tool
// passes, text that the mesh flags included. So one is only given for a tool of
// which the analyser knows that its parameters do not matter
// ([effect.ToolUniform]). For every other tool, and where there is no mesh, a
// standing approval of exactly this call is made instead. A grant is given after
// the approve was sent, and ends with the first refusal of that agent and tool.
package grant
